import { expect, it } from 'vitest';
import { axeFindings, describeInBrowser, openPage } from '../../support/browser.ts';
import { startPage } from '../../support/owner-page.ts';

const HOSTILE = `---
name: hostile
description: "<img src=x onerror=alert(1)> \u202Egnihton"
---

# <script>alert(1)</script>

A [link](javascript:alert(1)) and <b onclick="alert(1)">a tag</b>, \u200Bhidden.

\`\`\`html
<script>document.title = 'taken'</script>
\`\`\`
`;

describeInBrowser("the owner's page", (browser) => {
  it('opens by a link, once, and stays open over a reload', async () => {
    const { link, url } = await startPage();
    const page = await openPage(browser(), link);
    await page.waitForSelector('.tile');
    expect(page.url()).toBe(`${url}/`);
    await page.reload();
    await page.waitForSelector('.tile');
    const again = await openPage(browser(), link);
    expect(await again.textContent('h1')).toBe('This page is for the owner of these skills');
    expect(await axeFindings(again)).toEqual([]);
  });

  it('shows the list, hits for a search as it is typed, and one skill, by keyboard alone', async () => {
    const { link } = await startPage();
    const page = await openPage(browser(), link);
    await page.focus('.nav a[href="#/skills"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.row-name');
    expect(await page.locator('.row-name').allTextContents()).toEqual(['review', 'secretpeople only']);
    await page.keyboard.press('/');
    await page.keyboard.type('aligns reads');
    await page.waitForSelector('.hits a');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.skill-head');
    expect(await page.textContent('h1')).toBe('align');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('shows hostile texts as texts', async () => {
    const { link } = await startPage({ 'skills/hostile/SKILL.md': HOSTILE });
    const page = await openPage(browser(), link);
    page.on('dialog', () => expect.fail('a script of the tree ran'));
    await page.goto(`${page.url()}#/skill/skills%3Ahostile`);
    await page.waitForSelector('.prose');
    expect(await page.textContent('.lead')).toBe('<img src=x onerror=alert(1)> [U+202E]gnihton');
    const prose = await page.textContent('.prose');
    for (const text of [
      '<script>alert(1)</script>',
      'javascript:alert(1)',
      '<b onclick="alert(1)">',
      '[U+200B]hidden',
    ]) {
      expect(prose).toContain(text);
    }
    expect(await page.locator('.prose a, .prose script, .prose img, .prose b').count()).toBe(0);
    expect(await page.title()).toBe('skillfiche');
  });
});
