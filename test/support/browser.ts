import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';

/** Chromium, where the machine has one. */
const chromium = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Tests in a real browser. Without one they are skipped, and say so. */
export function describeInBrowser(name: string, tests: (browser: () => Browser) => void): void {
  const title = chromium === undefined ? `${name} (skipped: no chromium on PATH)` : name;
  describe.skipIf(chromium === undefined)(title, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      const { chromium: launcher } = await import('playwright-core');
      browser = await launcher.launch({
        ...(chromium === undefined ? {} : { executablePath: chromium }),
        args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
      });
    });
    afterAll(() => browser?.close());
    tests(() => browser as Browser);
  });
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly colors?: 'light' | 'dark';
}

/** The page as the link opens it, in a window of its own; what it asks of others, and what goes wrong in it, fails the test. */
export async function openPage(
  browser: Browser,
  link: string,
  { width = 1440, height = 900, colors = 'light' }: Look = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: colors });
  const page = await context.newPage();
  const origin = new URL(link).origin;
  const strays: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(?:data|blob):/.test(request.url())) strays.push(request.url());
  });
  page.on('pageerror', (error) => strays.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) {
      strays.push(`console: ${message.text()}`);
    }
  });
  onTestFinished(async () => {
    await context.close();
    expect(strays).toEqual([]);
  });
  await page.goto(link);
  await page.waitForSelector('.main > *');
  return page;
}

/** What axe finds wrong with the page as it stands. The page's own policy keeps scripts out, so the debugger brings it. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { default: axe } = await import('axe-core');
  await page.evaluate(axe.source);
  const found = await page.evaluate(`axe.run(document, { resultTypes: ['violations'] })`);
  const { violations } = found as {
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
    }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
