import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings, describeInBrowser, openPage } from '../../support/browser.ts';
import { startPage } from '../../support/owner-page.ts';
import { hasGit, makeRepo } from '../../support/repositories.ts';
import { skillText } from '../../support/tree.ts';

const git = hasGit ? '' : ' (skipped: no git)';
const text = (body: string) => skillText('deploy-it', 'Deploys.', `# Deploy\n\n${body}\n`);

/** Goes on with Tab until the focus is on what is called so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab');
    const said = await page.evaluate(
      "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? ''",
    );
    if (name.test(String(said))) return;
  }
  expect.fail(`no way to ${name} by keyboard`);
}

async function goTo(page: Page, view: string): Promise<void> {
  await page.focus(`.nav a[href="#/${view}"]`);
  await page.keyboard.press('Enter');
}

describeInBrowser('changes by the page', (browser) => {
  it.skipIf(!hasGit)(`add from a repository, by keyboard alone, to a row that is seen${git}`, async () => {
    const repo = makeRepo();
    repo.commit({
      'deploy-it/SKILL.md': text('Wait.'),
      'deploy-it/scripts/run.sh': { script: '#!/bin/sh\ncurl https://example.org\n' },
      'other/SKILL.md': skillText('other', 'Other.'),
    });
    const { link } = await startPage();
    const page = await openPage(browser(), link);
    await goTo(page, 'add');
    await tabTo(page, /^A repository/);
    await page.keyboard.type(repo.url);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.checks');
    expect(await axeFindings(page)).toEqual([]);
    await tabTo(page, /deploy-it/);
    await page.keyboard.press('Space');
    await tabTo(page, /^Review what would come$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.package');
    expect(await axeFindings(page)).toEqual([]);
    const review = await page.textContent('.package');
    for (const said of ['scripts/run.sh', 'example.org']) expect(review).toContain(said);
    await tabTo(page, /^Add 1 package$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#added-title');
    expect(await axeFindings(page)).toEqual([]);
    await goTo(page, 'skills');
    await page.waitForSelector('.row-name:has-text("deploy-it")');
  });

  it.skipIf(!hasGit)(`show an update, its conflict, and take the side that is chosen${git}`, async () => {
    const repo = makeRepo();
    repo.commit({ 'deploy-it/SKILL.md': text('Wait.') });
    const { link, ask, cwd, url } = await startPage();
    await ask('/api/add', { source: repo.url, all: true });
    const file = join(cwd, '.agents/skills/deploy-it/SKILL.md');
    writeFileSync(file, text('Wait for an hour.'));
    repo.commit({ 'deploy-it/SKILL.md': text('Wait for a day.') });
    const page = await openPage(browser(), link);
    await page.goto(`${url}/#/installed`);
    await page.click('text=Look for newer ones');
    await page.click('text=Look at the update');
    await page.waitForSelector('.conflict');
    expect(await page.textContent('.review .diff')).toContain('Wait for a day.');
    await page.waitForSelector('.ours');
    expect(await page.textContent('.ours')).toContain('Wait for an hour.');
    expect(await axeFindings(page)).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe(text('Wait for an hour.'));
    await tabTo(page, /^Take theirs$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.review .done');
    expect(readFileSync(file, 'utf8')).toBe(text('Wait for a day.'));
    await page.goto(`${url}/#/skill/project%3Adeploy-it?tab=versions`);
    await page.waitForSelector('.diff');
    expect(await page.textContent('.diff')).toContain('Wait for an hour.');
    expect(await axeFindings(page)).toEqual([]);
    await page.click('text=Make version 1 active');
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(text('Wait.'));
  });

  it('write a skill by hand: the gate speaks as one types, and it becomes version 1', async () => {
    const { link, cwd } = await startPage();
    const page = await openPage(browser(), link);
    await goTo(page, 'write');
    await tabTo(page, /^Title/);
    await page.keyboard.type('Deploy at night');
    await page.waitForSelector('.finding.is-error');
    expect(await page.isDisabled('.form .main-button')).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await tabTo(page, /^Description/);
    await page.keyboard.type('Deploys at night. Use when nobody is there.');
    await tabTo(page, /^Steps/);
    await page.keyboard.type('Wait for the night.\nDeploy.');
    await expect.poll(() => page.isDisabled('.form .main-button')).toBe(false);
    await tabTo(page, /^Save as version 1$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.done a');
    expect(await page.textContent('.done')).toContain('Kept as version 1 of project:deploy-at-night');
    const written = readFileSync(join(cwd, '.agents/skills/deploy-at-night/SKILL.md'), 'utf8');
    expect(written).toContain('1. Wait for the night.\n2. Deploy.');
  });

  it("take a whole pack into an agent's list with one click, and skills off it again", async () => {
    const { link, url, get } = await startPage({ 'skills/bio/sort/SKILL.md': skillText('sort', 'Sorts reads.') });
    const page = await openPage(browser(), link);
    await goTo(page, 'levels');
    await tabTo(page, /^Name/);
    await page.keyboard.type('biologist');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=agent:biologist holds nothing yet');
    await tabTo(page, /^Take it$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.checks li:nth-child(2)');
    expect(await page.locator('.checks .id').allTextContents()).toEqual(['bio:align', 'bio:sort']);
    expect(await axeFindings(page)).toEqual([]);
    await tabTo(page, /^bio:align$/);
    await page.keyboard.press('Space');
    await page.waitForSelector('.checks li:nth-child(2)', { state: 'detached' });
    expect((await get('/api/levels/agent%3Abiologist')).json).toMatchObject({ skills: ['bio:sort'] });
    await page.goto(`${url}/#/skills/bio`);
    await page.click('text=Put all on this level');
    await page.waitForSelector('.take .done');
    expect((await get('/api/levels/agent%3Abiologist')).json).toMatchObject({ skills: ['bio:sort', 'bio:align'] });
  });

  it('inherit what every run gets, and say from where', async () => {
    const { link, url, ask } = await startPage();
    await ask('/api/levels/global', { add: ['review'] });
    await ask('/api/levels/task%3Arelease', { add: ['align'] });
    const page = await openPage(browser(), link);
    await page.goto(`${url}/#/levels/task%3Arelease`);
    await page.waitForSelector('.checks');
    const line = page.locator('.checks li', { hasText: 'skills:review' });
    expect(await line.textContent()).toContain('inherited from global');
    expect(await line.locator('input').isDisabled()).toBe(true);
  });

  it('show what a model proposed apart and whole, to be turned on or thrown away', async () => {
    const { link, get, workspace } = await startPage();
    const propose = (name: string) =>
      workspace.skills.propose({ name, description: `Does ${name}.`, instructions: `# ${name}`, note: 'It came up.' });
    await propose('tidy-up');
    await propose('useless');
    const page = await openPage(browser(), link);
    await goTo(page, 'proposals');
    await page.waitForSelector('.proposal:nth-of-type(2) .diff');
    const first = page.locator('.proposal').first();
    for (const said of ['project:tidy-up', 'It came up.', 'description: "Does tidy-up."']) {
      expect(await first.textContent()).toContain(said);
    }
    expect(await axeFindings(page)).toEqual([]);
    await tabTo(page, /^Turn it on$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.proposal:nth-of-type(2)', { state: 'detached' });
    expect((await get('/api/skills/project%3Atidy-up')).status).toBe(200);
    await page.click('text=Throw it away');
    await page.waitForSelector('.proposal', { state: 'detached' });
    expect((await get('/api/installed')).json).toMatchObject({ proposals: [], skills: [{ id: 'project:tidy-up' }] });
  });

  it('switch a skill off, and on again where one is led', async () => {
    const { link, url } = await startPage();
    const page = await openPage(browser(), link);
    await page.goto(`${url}/#/skill/skills%3Areview`);
    await page.waitForSelector('.skill-head');
    await tabTo(page, /^Switch off$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=no list, search or prompt has it');
    expect(await axeFindings(page)).toEqual([]);
    await tabTo(page, /^Switch it on again$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=is on again');
    await page.click('.panel.done a');
    await page.waitForSelector('.skill-head');
  });
});
