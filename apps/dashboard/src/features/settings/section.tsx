import { errorText, settingsTexts } from '@comet/texts';
import { LinkAction, Row, Rows, Subhead } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { retryFailures } from '../../platform/data/query-client.ts';
import { useOnline } from '../../platform/data/use-online.ts';
import { type ComponentType, Suspense, useId } from 'react';
import { AwaitedRow } from './awaited-rows.tsx';

/** A part of the settings: a heading, and rows that each fetch what they show. Each row component draws one or more `Row`s. */
export interface SettingsSection {
  readonly heading: string;
  readonly rows: readonly ComponentType[];
}

/** One section. A slow or failing row does not affect the rest of the page. */
export function Section({ heading, rows }: SettingsSection) {
  const id = useId();
  const isOnline = useOnline();
  return (
    <section className="flex flex-col gap-4" aria-labelledby={id}>
      <div id={id}>
        <Subhead>{heading}</Subhead>
      </div>
      <Rows>
        {rows.map((SettingsRow, place) => (
          <CatchBoundary key={place} getResetKey={() => isOnline} errorComponent={FailedRow}>
            <Suspense fallback={<AwaitedRow />}>
              <SettingsRow />
            </Suspense>
          </CatchBoundary>
        ))}
      </Rows>
    </section>
  );
}

function FailedRow({ error, reset }: ErrorComponentProps) {
  const queryClient = useQueryClient();
  const retry = () => {
    retryFailures(queryClient);
    reset();
  };
  return (
    <Row
      term={settingsTexts.notShown}
      action={<LinkAction onClick={retry}>{settingsTexts.tryAgain}</LinkAction>}
    >
      {errorText(error).text}
    </Row>
  );
}
