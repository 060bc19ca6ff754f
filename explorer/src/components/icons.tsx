/** Shows icons. All are decorative: the accessible name of a control is its text or its label. */
import type { ComponentChildren } from 'preact';

function Icon({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export function ChevronIcon() {
  return (
    <Icon>
      <path d="m6 8 4 4 4-4" />
    </Icon>
  );
}

export function RefreshIcon() {
  return (
    <Icon>
      <path d="M15.5 8.5A6 6 0 0 0 4.6 7M4.5 11.5A6 6 0 0 0 15.4 13M4.5 3.5V7H8M15.5 16.5V13H12" />
    </Icon>
  );
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="9" cy="9" r="5" />
      <path d="m13 13 3.5 3.5" />
    </Icon>
  );
}

export function CopyIcon() {
  return (
    <Icon>
      <rect x="7.5" y="7.5" width="8.5" height="8.5" rx="2" />
      <path d="M12.5 4.5h-6a2 2 0 0 0-2 2v6" />
    </Icon>
  );
}

export function CheckIcon() {
  return (
    <Icon>
      <path d="m5 10.5 3.5 3.5L15 6.5" />
    </Icon>
  );
}

export function CrossIcon() {
  return (
    <Icon>
      <path d="m6 6 8 8M14 6l-8 8" />
    </Icon>
  );
}

export function OpenIcon() {
  return (
    <Icon>
      <path d="M9 5H5.5v9.5H15V11M11.5 4.5h4v4M15 5l-6 6" />
    </Icon>
  );
}

export function CalendarIcon() {
  return (
    <Icon>
      <rect x="3.5" y="5" width="13" height="11.5" rx="2" />
      <path d="M3.5 8.5h13M7 3v3.5M13 3v3.5" />
    </Icon>
  );
}

export function LogoIcon() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path d="M8 11h16M8 16h11M8 21h6" />
      <circle cx="22.5" cy="20.5" r="2.5" />
    </svg>
  );
}
