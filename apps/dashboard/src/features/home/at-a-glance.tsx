import { ConnectMachine } from '../devices/index.ts';
import { AddressSummary } from './address-summary.tsx';
import { DataSummary } from './data-summary.tsx';

/** What there is beside the plan, and how another machine is connected. */
export default function AtAGlance() {
  return (
    <>
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-14">
        <DataSummary />
        <AddressSummary />
      </div>
      <ConnectMachine />
    </>
  );
}
