import type { JSX } from 'preact';
import { place } from '../core/place.ts';
import { Tabs } from '../parts/tabs.tsx';
import { Clashes } from './health-clashes.tsx';
import { AllFindings } from './health-findings.tsx';
import { Missing } from './health-missing.tsx';
import { Networks } from './health-network.tsx';
import { ByTree } from './health-readiness.tsx';

/** What can run, what stands in its way, whose names clash, who wants the network, and what is wrong. */
export function Health(): JSX.Element {
  const { tab = 'readiness' } = place.value.query;
  const Part =
    { missing: Missing, names: Clashes, network: Networks, findings: AllFindings }[tab as 'missing'] ?? ByTree;
  return (
    <section class="view" aria-labelledby="health-title">
      <h1 id="health-title">Health</h1>
      <Tabs
        label="Parts of health"
        view="health"
        of=""
        at={tab}
        tabs={[
          ['readiness', 'Readiness'],
          ['missing', 'What is missing'],
          ['names', 'Names'],
          ['network', 'Network'],
          ['findings', 'Findings'],
        ]}
      />
      <Part />
    </section>
  );
}
