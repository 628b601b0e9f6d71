import type { ComponentType } from 'preact';
import type { View } from '../core/router.ts';
import { Add } from './add.tsx';
import { Health } from './health.tsx';
import { Installed } from './installed.tsx';
import { Levels } from './levels.tsx';
import { TreeMap } from './map.tsx';
import { Proposals } from './proposals.tsx';
import { Search } from './search.tsx';
import { Skill } from './skill.tsx';
import { Skills } from './skills.tsx';
import { WorkView } from './work.tsx';
import { Write } from './write.tsx';

/** Which part draws which view; `of` is what the view is about. */
export const VIEW_PARTS: Readonly<Record<View, ComponentType<{ readonly of: string }>>> = {
  map: TreeMap,
  skills: Skills,
  search: Search,
  skill: Skill,
  health: Health,
  installed: Installed,
  levels: Levels,
  add: Add,
  write: Write,
  proposals: Proposals,
  work: WorkView,
};
