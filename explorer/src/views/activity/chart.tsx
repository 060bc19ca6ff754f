import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';

import type { Period } from './periods.ts';
import { COUNTED_TYPES, type Counts, type CountedType } from './read-activity.ts';

const HEIGHT = 280;
/** Width of a label of the axis, in CSS pixels. */
const LABEL_WIDTH = 44;
const Y_AXIS_WIDTH = 42;
/** Maximum width of a bar: as a part of the distance between two periods, and in CSS pixels. */
const BAR_WIDTH_MAX = [0.4, 36];
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });
/** Allowed distances between grid lines. They are integers, because the chart shows counts. */
const STEPS = Array.from({ length: 15 }, (_, zeros) =>
  [1, 2, 5].map((step) => step * 10 ** zeros),
).flat();
const DARK = '(prefers-color-scheme: dark)';

/** The properties of {@link ActivityChart}. */
export interface ActivityChartProps {
  readonly periods: readonly Period[];
  readonly counts: readonly Counts[];
  /** Called when the reader presses a bar. */
  readonly onOpen: (type: CountedType, period: Period) => void;
}

/** Shows bars for each period. Hidden from screen readers, because the table has the same numbers. */
export function ActivityChart({ periods, counts, onOpen }: ActivityChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const isDark = useMediaQuery(DARK);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const chart = drawChart(element, periods, counts, (type, index) => {
      const period = periods[index];
      if (period !== undefined) latest.current(type, period);
    });
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [periods, counts, isDark]);
  return <div ref={host} class="activity-chart" aria-hidden="true" />;
}

function drawChart(
  element: HTMLElement,
  periods: readonly Period[],
  counts: readonly Counts[],
  onOpen: (type: CountedType, index: number) => void,
): uPlot {
  const style = getComputedStyle(element);
  const colour = (token: string): string => style.getPropertyValue(token);
  const axis = {
    stroke: colour('--text-quiet'),
    font: `12px ${style.fontFamily}`,
    ticks: { show: false },
  };
  const indexes = periods.map((_, index) => index);
  const options: uPlot.Options = {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, ({ width }) => findOverhang(indexes.length, width), 0, 0],
    legend: { show: false },
    cursor: { y: false, x: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: () => [-0.5, periods.length - 0.5] },
      y: { range: (_chart, _minimum, maximum) => [0, Math.max(maximum ?? 0, 1) * 1.05] },
    },
    axes: [
      {
        ...axis,
        size: 26,
        grid: { show: false },
        splits: ({ width }) => chooseLabels(indexes, width),
        values: (_chart, splits) => splits.map((index) => periods[index]?.shortName ?? ''),
      },
      {
        ...axis,
        size: Y_AXIS_WIDTH,
        incrs: STEPS,
        grid: { stroke: colour('--line'), width: 1 },
        values: (_chart, splits) => splits.map((count) => COMPACT.format(count)),
      },
    ],
    series: [
      {},
      createSeries('deposit', -1, colour('--incoming')),
      createSeries('withdrawal', 1, colour('--outgoing')),
    ],
  };
  const values = COUNTED_TYPES.map((type) => counts.map((each) => each[type]));
  const chart = new uPlot(options, [indexes, ...values], element);
  chart.over.addEventListener('click', ({ offsetX }) => {
    const place = chart.posToVal(offsetX, 'x');
    const index = Math.round(place);
    onOpen(place < index ? 'deposit' : 'withdrawal', index);
  });
  return chart;
}

/** @param side -1 draws the bars to the left of the middle of a period, 1 to the right. */
function createSeries(label: CountedType, side: -1 | 1, fill: string): uPlot.Series {
  const paths = uPlot.paths.bars?.({
    size: BAR_WIDTH_MAX as [number, number],
    align: side,
    radius: 0.12,
    gap: 1,
  });
  return { label, fill, width: 0, points: { show: false }, ...(paths && { paths }) };
}

/** Returns how far the label of the last period extends beyond its bars, in CSS pixels. */
function findOverhang(count: number, width: number): number {
  return Math.max((LABEL_WIDTH - (width - Y_AXIS_WIDTH) / count) / 2, 0);
}

/** Returns the indexes whose labels fit on the axis. The newest is always included. */
function chooseLabels(indexes: readonly number[], width: number): number[] {
  const room = Math.max(Math.floor((width - Y_AXIS_WIDTH) / LABEL_WIDTH), 1);
  const step = Math.ceil(indexes.length / room);
  return indexes.filter((index) => (indexes.length - 1 - index) % step === 0);
}

function useMediaQuery(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const update = (): void => setMatches(media.matches);
    media.addEventListener('change', update);
    return () => media.removeEventListener('change', update);
  }, [query]);
  return matches;
}
