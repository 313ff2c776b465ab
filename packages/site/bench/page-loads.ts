import { launchChromium } from '@penstock/browser';

/** One cold load of a page. */
export interface Load {
  /** First contentful paint, in milliseconds from the start of the navigation. */
  readonly painted: number;
  /** When Scalar had drawn, likewise; on a page without Scalar, when the page was loaded. */
  readonly drawn: number;
  /** Bytes of everything that came, headers included. */
  readonly bytes: number;
}

/** Each in a browser of its own, so that nothing is cached, neither files nor compiled scripts. */
export async function measureLoads(url: string, rounds: number): Promise<Load[]> {
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round += 1) loads.push(await measureLoad(url));
  return loads;
}

async function measureLoad(url: string): Promise<Load> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(url);
    const drawn = await page.waitForFunction(() => {
      const place = document.querySelector('#reference');
      return !place || place.querySelector('h1') ? performance.now() : 0;
    });
    // A page can be loaded before it is painted.
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    const bytes = await page.evaluate(() => {
      const entries = performance.getEntries().filter((entry) => 'transferSize' in entry);
      return entries.reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0);
    });
    return { painted: (await painted.jsonValue()) ?? Number.NaN, drawn: await drawn.jsonValue(), bytes };
  } finally {
    await browser.close();
  }
}
