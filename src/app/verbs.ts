import { type OptionKeys, requireOptions } from '../base/options.ts';
import type { ClashOptions } from '../catalog/view/clashes.ts';
import type { ReportOptions } from '../catalog/view/report.ts';
import type { ManifestOptions } from '../catalog/view/session-manifest.ts';
import type { EditOptions } from '../owner/edit/edit.ts';
import type { ValidateOptions } from '../owner/edit/validate.ts';
import type { InventoryAcceptOptions } from '../owner/inventory/accept.ts';
import type { EvidenceOptions } from '../owner/inventory/evidence.ts';
import type { InventoryInitOptions, InventoryOptions } from '../owner/inventory/inventory.ts';
import type { InventoryReviewOptions } from '../owner/inventory/review.ts';
import type { PinOptions } from '../owner/pin/pin.ts';
import type { VerifyOptions } from '../owner/pin/verify.ts';
import type { BootstrapOptions } from '../owner/sidecar/bootstrap.ts';
import type { IndexOptions } from '../owner/source/verbs/publish-index.ts';
import type { Catalog, OwnerVerbs } from './types.ts';

const REPORT_KEYS: OptionKeys<ReportOptions> = { view: true };
const CLASH_KEYS: OptionKeys<ClashOptions> = { view: true };
const VALIDATE_KEYS: OptionKeys<ValidateOptions> = {
  refs: true,
  profile: true,
  fix: true,
  dryRun: true,
  view: true,
  shownAs: true,
  guard: true,
  onProgress: true,
  onSkill: true,
};
const EDIT_KEYS: OptionKeys<EditOptions> = {
  name: true,
  description: true,
  origin: true,
  fields: true,
  force: true,
  dryRun: true,
  view: true,
  shownAs: true,
  guard: true,
};
const PIN_KEYS: OptionKeys<PinOptions> = {
  source: true,
  commit: true,
  noSource: true,
  dryRun: true,
  onProgress: true,
};
const BOOTSTRAP_KEYS: OptionKeys<BootstrapOptions> = {
  only: true,
  view: true,
  out: true,
  run: true,
  timeoutMs: true,
};
const VERIFY_KEYS: OptionKeys<VerifyOptions> = { collections: true, onProgress: true };
const INVENTORY_KEYS: OptionKeys<InventoryOptions> = { collection: true };
const EVIDENCE_KEYS: OptionKeys<EvidenceOptions> = { view: true };
const INIT_KEYS: OptionKeys<InventoryInitOptions> = { collections: true, dryRun: true };
const REVIEW_KEYS: OptionKeys<InventoryReviewOptions> = {
  mode: true,
  domains: true,
  note: true,
  requirements: true,
  dryRun: true,
};
const INDEX_KEYS: OptionKeys<IndexOptions> = { out: true, view: true, older: true, dryRun: true };
const MANIFEST_KEYS: OptionKeys<ManifestOptions> = { refs: true, view: true };
const ACCEPT_KEYS: OptionKeys<InventoryAcceptOptions> = { confirm: true, dryRun: true };

/** The owner's verbs of a catalog. Options are checked here, and the room of a verb is loaded when it is called. */
export function verbsOf(catalogOf: () => Catalog): OwnerVerbs {
  return {
    async report(options = {}) {
      requireOptions(options, 'report', REPORT_KEYS);
      const { reportScan } = await import('../catalog/view/report.ts');
      return reportScan(catalogOf(), options);
    },
    async clashes(options = {}) {
      requireOptions(options, 'clashes', CLASH_KEYS);
      const { nameClashes } = await import('../catalog/view/clashes.ts');
      return nameClashes(options.view ?? catalogOf().view({ audience: 'owner' }));
    },
    async validate(options = {}) {
      requireOptions(options, 'validate', VALIDATE_KEYS);
      const { validateCatalog } = await import('../owner/edit/validate.ts');
      return validateCatalog(catalogOf(), options);
    },
    async edit(ref, options) {
      requireOptions(options, 'edit', EDIT_KEYS);
      const { editSkill } = await import('../owner/edit/edit.ts');
      return editSkill(catalogOf(), ref, options);
    },
    async pin(collection, options = {}) {
      requireOptions(options, 'pin', PIN_KEYS);
      const { pinCollection } = await import('../owner/pin/pin.ts');
      return pinCollection(catalogOf(), collection, options);
    },
    async verify(options = {}) {
      requireOptions(options, 'verify', VERIFY_KEYS);
      const { verifyCollections } = await import('../owner/pin/verify.ts');
      return verifyCollections(catalogOf(), options);
    },
    async bootstrap(options = {}) {
      requireOptions(options, 'bootstrap', BOOTSTRAP_KEYS);
      const { bootstrapCatalog } = await import('../owner/sidecar/bootstrap.ts');
      return bootstrapCatalog(catalogOf(), options);
    },
    async inventory(options = {}) {
      requireOptions(options, 'inventory', INVENTORY_KEYS);
      const { reportInventory } = await import('../owner/inventory/inventory.ts');
      return reportInventory(catalogOf(), options);
    },
    async inventoryCheck() {
      const { checkInventories } = await import('../owner/inventory/inventory.ts');
      return checkInventories(catalogOf());
    },
    async inventoryEvidence(collection, options = {}) {
      requireOptions(options, 'inventoryEvidence', EVIDENCE_KEYS);
      const { collectEvidence } = await import('../owner/inventory/evidence.ts');
      return collectEvidence(catalogOf(), collection, options);
    },
    async inventoryInit(options = {}) {
      requireOptions(options, 'inventoryInit', INIT_KEYS);
      const { initInventories } = await import('../owner/inventory/inventory.ts');
      return initInventories(catalogOf(), options);
    },
    async inventoryReview(ref, options) {
      requireOptions(options, 'inventoryReview', REVIEW_KEYS);
      const { reviewSkill } = await import('../owner/inventory/review.ts');
      return reviewSkill(catalogOf(), ref, options);
    },
    async manifest(options = {}) {
      requireOptions(options, 'manifest', MANIFEST_KEYS);
      const { makeManifest } = await import('../catalog/view/session-manifest.ts');
      return makeManifest(catalogOf(), options);
    },
    async publishIndex(options) {
      requireOptions(options, 'publishIndex', INDEX_KEYS);
      const { publishIndex } = await import('../owner/source/verbs/publish-index.ts');
      return publishIndex(options);
    },
    async inventoryAccept(collection, options) {
      requireOptions(options, 'inventoryAccept', ACCEPT_KEYS);
      const { acceptEvidence } = await import('../owner/inventory/accept.ts');
      return acceptEvidence(catalogOf(), collection, options);
    },
  };
}
