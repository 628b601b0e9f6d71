import { render } from 'preact';
import { openDoor } from './core/api.ts';
import { followAddress } from './core/place.ts';
import { applyTheme } from './core/theme.ts';
import { Shell } from './shell.tsx';

const at = document.getElementById('page');
if (at !== null) {
  applyTheme();
  await openDoor();
  followAddress();
  render(<Shell />, at);
}
