import { type CDPSession, launchChromium, type Page } from '@penstock/browser';

/** A slow phone line and a slow phone. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;

const WINDOWS = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

export interface Visit {
  /** Relative to the URL of the site, with an optional fragment. */
  readonly path: string;
  readonly window: keyof typeof WINDOWS;
}

/** One cold load of a page. */
export interface Load {
  /** First contentful paint, in milliseconds from the start of the navigation. */
  readonly painted: number;
  /** The time until nothing is loaded anymore, in milliseconds from the start of the navigation. */
  readonly loaded: number;
  /** The transferred bytes, with headers. */
  readonly bytes: number;
  /** The cumulative layout shift. */
  readonly shift: number;
}

/** Measures each load in a new browser, so that neither files nor compiled scripts are cached. */
export async function measureLoads(site: string, visit: Visit, rounds: number): Promise<Load[]> {
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round += 1) loads.push(await measureLoad(site, visit));
  return loads;
}

async function measureLoad(site: string, { path, window }: Visit): Promise<Load> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: WINDOWS[window] });
    const session = await page.context().newCDPSession(page);
    const transferred = await slowDown(session);
    await page.addInitScript(recordShifts);
    await page.goto(new URL(path, site).href, { waitUntil: 'networkidle' });
    return { ...(await readTimes(page)), bytes: transferred() };
  } finally {
    await browser.close();
  }
}

/** Returns a function that returns the bytes that were transferred since. */
async function slowDown(session: CDPSession): Promise<() => number> {
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return () => bytes;
}

interface WithShift {
  layoutShift: number;
}

/** Runs in the page, before its scripts. */
function recordShifts(): void {
  const recorded = globalThis as unknown as WithShift;
  recorded.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      recorded.layoutShift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

function readTimes(page: Page): Promise<Omit<Load, 'bytes'>> {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      painted: paint?.startTime ?? Number.NaN,
      loaded: Math.max(document?.responseEnd ?? 0, ...files.map(({ responseEnd }) => responseEnd)),
      shift: (globalThis as unknown as WithShift).layoutShift,
    };
  });
}
