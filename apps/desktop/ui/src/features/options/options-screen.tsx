import { say } from '@comet/texts';
import { optionsTexts } from '@comet/texts/desktop';
import { platformFeatureNames } from '@comet/texts/tunnel';
import type { Snapshot } from '@comet/tunnel-protocol';
import { LinkAction, Row, Rows } from '@comet/ui';
import { clockTowards, useNow } from '../../platform/clock/index.ts';
import { ScreenFrame, useNavigation } from '../navigation/index.ts';
import { optionRows } from './option-rows.ts';

/** How the tunnel is made, a row for each choice. */
export function OptionsScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { open } = useNavigation();
  const now = useNow(clockTowards(snapshot.settings.pausedUntil));
  const { unsupported = [] } = snapshot;
  return (
    <ScreenFrame title={optionsTexts.title}>
      <Rows>
        {optionRows(snapshot, now).map(({ screen, term, value }) => (
          <Row
            key={screen}
            term={term}
            action={
              <LinkAction
                aria-label={say(optionsTexts.changeWhat, { what: term })}
                onClick={() => open(screen)}
              >
                {optionsTexts.change}
              </LinkAction>
            }
          >
            {value}
          </Row>
        ))}
      </Rows>
      {unsupported.length > 0 && (
        <p className="m-0 text-small text-quiet">
          {say(optionsTexts.unsupported, {
            features: unsupported.map((feature) => platformFeatureNames[feature]).join(', '),
          })}
        </p>
      )}
    </ScreenFrame>
  );
}
