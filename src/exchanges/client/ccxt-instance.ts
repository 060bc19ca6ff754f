/**
 * Instances of ccxt's classes that share all data that does not depend on the key. ccxt's constructor merges
 * the description of the exchange and creates two methods for each of its endpoints: 4 ms and 230 KB. It
 * therefore runs once for each exchange, and every instance inherits from that first object.
 */

type Properties = Record<string, unknown>;
type CcxtClass = new () => Properties;
type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** An instance without a key, and the names of the properties that each inheriting instance copies. */
interface Template {
  readonly instance: Properties;
  readonly copied: readonly string[];
}

/** Large properties, and properties with error classes. No class changes them after construction. */
const SHARED = new Set(['api', 'exceptions', 'features', 'has', 'httpExceptions']);

const templates = new Map<string, Promise<Template>>();

/**
 * Returns a new instance of ccxt's class of an exchange. Loads no other class. Two instances share only
 * frozen objects, so that no data of one key reaches another.
 *
 * @param exchange ccxt's id of the exchange.
 */
export async function createCcxtInstance<Instance extends object>(
  exchange: string,
  credentials: Readonly<Record<string, string>>,
): Promise<Instance> {
  let template = templates.get(exchange);
  if (template === undefined) {
    template = loadTemplate(exchange);
    templates.set(exchange, template);
  }
  const { instance, copied } = await template;
  const copies = structuredClone(Object.fromEntries(copied.map((name) => [name, instance[name]])));
  return Object.assign(Object.create(instance) as Instance, copies, credentials);
}

async function loadTemplate(exchange: string): Promise<Template> {
  const address = new URL(`./src/${exchange}.js`, import.meta.resolve('ccxt')).href;
  const module = (await import(address)) as { default: CcxtClass };
  const instance = new (withUnboundEndpoints(module.default))();
  // The rate budget decides when a request is sent.
  Object.assign(instance, { enableRateLimit: false, throttler: undefined });
  // This method would look for optional proxy modules, which are not used.
  instance['loadProxyModules'] = async () => Promise.resolve();
  for (const name of SHARED) freeze(instance[name]);
  const isCopied = (name: string): boolean => isObject(instance[name]) && !SHARED.has(name);
  return { instance, copied: Object.keys(instance).filter(isCopied) };
}

/**
 * Returns a subclass with endpoint methods that send with the instance on which they are called. ccxt's own
 * methods send with the instance that the constructor created.
 */
function withUnboundEndpoints(ccxtClass: CcxtClass): CcxtClass {
  const define = ccxtClass.prototype as Record<
    'defineRestApiEndpoint',
    (...args: unknown[]) => void
  >;
  return class extends ccxtClass {
    defineRestApiEndpoint(sendName: string, ...definition: readonly unknown[]): void {
      // On this object, ccxt's methods return their arguments instead of sending.
      const listArguments = (...args: unknown[]): unknown => args;
      const endpoint = Object.create(this, { [sendName]: { value: listArguments } }) as Properties;
      define.defineRestApiEndpoint.call(endpoint, sendName, ...definition);
      for (const [name, list] of Object.entries(endpoint) as [string, Method][]) {
        this[name] = async function send(this: Record<string, Method>, ...args: unknown[]) {
          return this[sendName]?.(...((await list(...args)) as unknown[]));
        };
      }
    }
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function freeze(value: unknown): void {
  if (!isObject(value)) return;
  Object.values(value).forEach(freeze);
  Object.freeze(value);
}
