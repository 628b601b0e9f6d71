import { expect, it } from 'vitest';
import { axeFindings, describeInBrowser, openPage } from '../../support/browser.ts';
import { startPage } from '../../support/owner-page.ts';
import { skillText } from '../../support/tree.ts';

const needy = `---
name: needy
description: Needs things.
metadata:
  openclaw:
    requires:
      bins: [no-such-program, sh]
---

# Needy

| a | b |
|---|---|
| 1 | 2 |

\`\`\`sh
no-such-program --long ${'x'.repeat(300)}
\`\`\`
`;

const FILES = {
  'skills/needy/SKILL.md': needy,
  'skills/needy/scripts/run.py': 'import numpy\nprint(1)\n',
  'skills/review-again/SKILL.md': skillText('review', 'Reviews it again.'),
  'skills/sure/COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'sure' }),
  'skills/sure/sh/SKILL.md':
    '---\nname: sh\ndescription: Runs sh.\nmetadata: {openclaw: {requires: {bins: [sh]}}}\n---\n\nX\n',
  'skills/broken/SKILL.md': '---\nname: broken\ndescription: Do this: that\n---\n\nText\n',
};

const PLACES = [
  ['#/map', '.tile'],
  ['#/map?colour=network', '.tile'],
  ['#/skills', '.row-name'],
  ['#/skills?match=nothing-has-this', '.empty button'],
  ['#/search?q=review', '.hits a'],
  ['#/search?q=zzzzqqqq', '.empty'],
  ['#/skill/skills%3Aneedy', '.prose'],
  ['#/skill/skills%3Aneedy?tab=files&file=scripts%2Frun.py', '.file-text'],
  ['#/skill/skills%3Abroken?tab=findings', '.finding'],
  ['#/skill/skills%3Aneedy?tab=readiness', 'table + *, section:nth-of-type(2) table'],
  ['#/skill/skills%3Aneedy?tab=network', '.panel'],
  ['#/skill/skills%3Aneedy?tab=versions', '.empty'],
  ['#/skill/project%3Adeploy?tab=versions', '.diff, .empty'],
  ['#/skill/nobody', '.refused'],
  ['#/health', '.figures'],
  ['#/health?tab=missing', '.figures'],
  ['#/health?tab=missing&missing=bin%3Ano-such-program', '.names a'],
  ['#/health?tab=names', 'table'],
  ['#/health?tab=network', '.figures'],
  ['#/health?tab=findings', '.finding'],
  ['#/installed', '.installed'],
  ['#/levels', '.checks'],
  ['#/levels/agent%3Awriter', '.checks'],
  ['#/add', '.where'],
  ['#/write', '.form'],
  ['#/proposals', '.empty'],
  ['#/work', '.empty'],
] as const;

const LOOKS = [
  { width: 1440, height: 900, colors: 'light' },
  { width: 360, height: 740, colors: 'dark' },
] as const;

describeInBrowser('every view', (browser) => {
  it.each(LOOKS)('fits $width px in $colors, and axe finds nothing wrong with it', async (look) => {
    const { link, url, ask, cwd } = await startPage(FILES);
    await ask('/api/add', { source: `${cwd}/drafts/deploy` });
    await ask('/api/levels/global', { add: ['bio:align'] });
    const page = await openPage(browser(), link, look);
    const found: string[] = [];
    for (const [hash, sign] of PLACES) {
      await page.goto(`${url}/${hash}`);
      await page.waitForSelector(sign, { timeout: 10_000 }).catch(() => found.push(`${hash}: there is no ${sign}`));
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(wide) > 0) found.push(`${hash}: ${wide} px too wide`);
      found.push(...(await axeFindings(page)).map((one) => `${hash}: ${one}`));
    }
    expect(found).toEqual([]);
  });

  it.each([
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const)('has a switch that turns %s into %s, and keeps it', async (colors, other) => {
    const { link } = await startPage();
    const page = await openPage(browser(), link, { colors });
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await paper();
    await page.selectOption('.theme select', other);
    const after = await paper();
    expect(after).not.toBe(before);
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await page.waitForSelector('.tile');
    expect(await paper()).toBe(after);
  });

  it('says that the server is gone, keeps what was read, and goes on when it is back', async () => {
    const { link } = await startPage();
    const page = await openPage(browser(), link);
    await page.waitForSelector('.tile');
    await page.route('**/api/**', (route) => route.abort());
    await page.click('.nav-again');
    await page.waitForSelector('.banner');
    expect(await page.textContent('.banner')).toContain('The server does not answer.');
    expect(await page.locator('.tile').count()).toBeGreaterThan(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute('**/api/**');
    await page.click('.banner button');
    await page.waitForSelector('.banner', { state: 'detached' });
  });

  it('has no way to hand it a file', async () => {
    const { link, url } = await startPage();
    const page = await openPage(browser(), link);
    for (const [hash] of PLACES) {
      await page.goto(`${url}/${hash}`);
      expect(await page.locator('input[type=file], [ondrop]').count()).toBe(0);
    }
  });
});
