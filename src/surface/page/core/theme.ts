import { signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = 'skillfiche-theme';

export const theme = signal<Theme>('system');

export function applyTheme(next?: Theme): void {
  if (next !== undefined) localStorage.setItem(KEPT, next);
  const kept = next ?? localStorage.getItem(KEPT);
  theme.value = THEMES.find((one) => one === kept) ?? 'system';
  if (theme.value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
}
