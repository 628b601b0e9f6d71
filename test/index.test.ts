import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../src/base/version.ts';
import * as library from '../src/index.ts';

const project = join(import.meta.dirname, '..');

describe('the public door', () => {
  it('exports these values', () => {
    expect(Object.keys(library).sort()).toEqual([
      'AmbiguousNameError',
      'DuplicateCollectionError',
      'SkillNotFoundError',
      'SkillficheError',
      'declareSkill',
      'declareSkills',
      'openCatalog',
      'openWorkspace',
    ]);
  });

  it('exports these types, by name', () => {
    const text = readFileSync(join(project, 'src/index.ts'), 'utf8');
    const types = [...text.matchAll(/export type \{([^}]*)\}/g)].flatMap((match) =>
      (match[1] ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    );
    expect(types.sort()).toEqual([
      'AddOptions',
      'AddReport',
      'AddedPackage',
      'CameBy',
      'Catalog',
      'CatalogState',
      'ChangeOptions',
      'ChangeReport',
      'ChangedPackage',
      'CollectionRow',
      'CollectionStatus',
      'ConflictPlace',
      'ContextOptions',
      'ContextReport',
      'ContextResult',
      'DeclareOptions',
      'DeclaredFile',
      'DeclaredSkill',
      'Diagnostic',
      'DiagnosticCode',
      'DiffReport',
      'DoctorCheck',
      'DoctorReport',
      'EditOptions',
      'ErrorCode',
      'EvidenceOptions',
      'FileEdit',
      'FileEvidence',
      'FileOptions',
      'InitOptions',
      'InitReport',
      'InventoryAccept',
      'InventoryAcceptOptions',
      'InventoryCheck',
      'InventoryInitOptions',
      'InventoryOptions',
      'InventoryReport',
      'InventoryReview',
      'InventoryReviewOptions',
      'InventorySkeleton',
      'LedgerCounts',
      'LeftOutFile',
      'ListOptions',
      'LoadedSkill',
      'LockSource',
      'MachineOptions',
      'NeedList',
      'NeedPlace',
      'NetworkCapability',
      'NetworkMode',
      'NotFixed',
      'OpenOptions',
      'OwnerVerbs',
      'PackageDisk',
      'PackageFile',
      'PackageKind',
      'PackageSource',
      'PathState',
      'PinOptions',
      'PinReport',
      'PlaceName',
      'Profile',
      'PublishOptions',
      'ReadableCatalog',
      'Readiness',
      'ReadinessEvidenceOptions',
      'ReadinessOptions',
      'ReadinessReason',
      'ReadinessState',
      'ReadyOptions',
      'Refused',
      'ReportOptions',
      'RequirementState',
      'Root',
      'RootKind',
      'RootReport',
      'ScanReport',
      'ScopeNetwork',
      'ScopeReport',
      'SearchHit',
      'SearchOptions',
      'SearchResult',
      'Severity',
      'SkillEntry',
      'SkillEvidence',
      'SkillEvidenceOfNeeds',
      'SkillFile',
      'SkillFilePage',
      'SkillNeeds',
      'SkillPage',
      'SkillReadiness',
      'SkillReply',
      'SkillRow',
      'SkillStatus',
      'SkillVerbs',
      'StoreHistory',
      'StoreStatus',
      'StoreVerbs',
      'SwitchOptions',
      'SwitchReport',
      'UpdateOptions',
      'ValidateOptions',
      'ValidateReport',
      'ValidatedSkill',
      'VerifiedCollection',
      'VerifyOptions',
      'VerifyReport',
      'VersionRow',
      'View',
      'ViewOptions',
      'Workspace',
      'WorkspaceOptions',
      'WriteOptions',
    ]);
    expect(text).not.toMatch(/export \*|export default/);
  });

  it('says the version of the package', () => {
    expect(VERSION).toBe(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).version);
  });
});
