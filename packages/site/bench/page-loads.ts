import { launchChromium } from '@penstock/browser';

/** One cold load of a page. */
export interface Load {
  /** First contentful paint, in milliseconds from the start of the navigation. */
  readonly painted: number;
  /** The time until Scalar has drawn; on other pages, the time until the page is loaded. */
  readonly drawn: number;
  /** The transferred bytes, with headers. */
  readonly bytes: number;
}

/** Measures each load in a new browser, so that neither files nor compiled scripts are cached. */
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
      const reference = document.querySelector('#reference');
      return !reference || reference.querySelector('h1') ? performance.now() : 0;
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
