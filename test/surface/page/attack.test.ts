import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { describeInBrowser, openPage } from '../../support/browser.ts';
import { startPage } from '../../support/owner-page.ts';

/** A page of somebody else on the same machine, with any script. */
async function foreignPage(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>other</title><p>Other.</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describeInBrowser('a page of another origin', (browser) => {
  it('reads nothing, changes nothing, frames nothing, while the owner has the page open', async () => {
    const { link, url, get } = await startPage();
    const owner = await openPage(browser(), link);
    await owner.waitForSelector('.tile');
    const page = await owner.context().newPage();
    await page.goto(await foreignPage());
    const attempt = (code: string) => page.evaluate(`(async () => { const url = ${JSON.stringify(url)}; ${code} })()`);
    const tried = `const outcome = (promise) => promise.then((r) => r.status ?? 'opaque', () => 'kept out');`;

    expect(await attempt(`${tried} return outcome(fetch(url + '/api/skills'));`)).toBe('kept out');
    expect(
      await attempt(`${tried} return outcome(fetch(url + '/api/skills', { headers: { Authorization: 'Bearer x' } }));`),
    ).toBe('kept out');
    expect(await attempt(`${tried} return outcome(fetch(url + '/'));`)).toBe('kept out');
    const blind = `{ method: 'POST', mode: 'no-cors', credentials: 'include', body: JSON.stringify({ refs: ['review'] }) }`;
    await attempt(`${tried} return outcome(fetch(url + '/api/disable', ${blind}));`);
    await attempt(`
      const form = document.createElement('form');
      Object.assign(form, { method: 'POST', action: url + '/api/disable', target: 'sink', enctype: 'text/plain' });
      const frame = Object.assign(document.createElement('iframe'), { name: 'sink' });
      const field = Object.assign(document.createElement('input'), { name: '{"refs":["review"],"x":"', value: '"}' });
      form.append(field);
      document.body.append(frame, form);
      form.submit();
      await new Promise((resolve) => setTimeout(resolve, 500));
    `);
    expect((await get('/api/skills/review')).status).toBe(200);
    expect((await get('/api/jobs')).json).toEqual({ jobs: [] });

    const framed = await attempt(`
      const frame = document.createElement('iframe');
      frame.src = url + '/';
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 800));
      return frame.contentDocument === null;
    `);
    expect(framed).toBe(true);
    const inside = page.frames().find((frame) => frame.url().startsWith(url));
    expect(await inside?.$('.shell').catch(() => null)).toBeFalsy();
    const script = await attempt(`
      const script = document.createElement('script');
      script.src = url + '/page/page.js';
      script.type = 'module';
      const loaded = new Promise((resolve) => { script.onload = () => resolve('loaded'); script.onerror = () => resolve('kept out'); });
      document.body.append(script);
      return loaded;
    `);
    expect(script).toBe('kept out');
    const opened = await attempt(`
      const other = open(url + '/');
      await new Promise((resolve) => setTimeout(resolve, 800));
      try { return other === null || other.closed || other.sessionStorage.length >= 0; } catch { return 'kept out'; }
    `);
    expect([true, 'kept out']).toContain(opened);
    expect(await page.evaluate('document.querySelectorAll(".shell").length')).toBe(0);
  });
});
