import type { ComponentType } from 'preact';
import type { View } from '../core/router.ts';
import { Search } from './search.tsx';
import { Skill } from './skill.tsx';
import { Skills } from './skills.tsx';

/** Which part draws which view; `of` is what the view is about. */
export const VIEW_PARTS: Readonly<Record<View, ComponentType<{ readonly of: string }>>> = {
  skills: Skills,
  search: Search,
  skill: Skill,
};
