/** How large a package may be. Bytes; a level is a folder below the skill's own. */
export interface PackageLimits {
  readonly maxFiles: number;
  readonly maxLevels: number;
  readonly maxFileBytes: number;
  readonly maxTotalBytes: number;
  readonly maxSkillBytes: number;
  readonly maxFrontmatterBytes: number;
}

/** What we or a library write is small: nine of ten real skills fit ten times over. */
export const OWN_LIMITS: PackageLimits = {
  maxFiles: 64,
  maxLevels: 4,
  maxFileBytes: 200 * 1024,
  maxTotalBytes: 1024 * 1024,
  maxSkillBytes: 64 * 1024,
  maxFrontmatterBytes: 4 * 1024,
};

/** What comes from elsewhere is somebody's real work, pictures and data included. The configuration can change these. */
export const FOREIGN_LIMITS: PackageLimits = {
  maxFiles: 1_000,
  maxLevels: 8,
  maxFileBytes: 10 * 1024 * 1024,
  maxTotalBytes: 50 * 1024 * 1024,
  maxSkillBytes: 1024 * 1024,
  maxFrontmatterBytes: 64 * 1024,
};

/** A collection as a whole, beside the limits of each of its skills. */
export const MAX_COLLECTION_BYTES: number = 64 * 1024 * 1024;
