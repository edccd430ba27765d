import { firstDeviceTexts as texts, platformNames, formatText } from '@comet/texts';
import { helpPath } from '@comet/texts/help';
import { Card, Headline, linkActionClasses, Icon, type IconName } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { devicesQuery } from '../devices/index.ts';
import { GetCometButton, isAppPublished, detectDevice } from '../get-comet/index.ts';
import { NumberedSteps } from './numbered-steps.tsx';
import { WaitingLine } from './waiting-line.tsx';
import { polled } from '../../platform/data/polling.ts';

const POLL_MS = 5_000;

interface FirstDeviceProps {
  /** The plan, and until when it is active. */
  readonly status: string;
  /** Whether it renews or ends, and how. */
  readonly terms: string;
}

/**
 * The home screen with a plan and without a device: how to connect the computer or phone that displays it,
 * and other devices.
 */
export default function FirstDevice({ status, terms }: FirstDeviceProps) {
  // Polls, so that the page changes soon after a device signs in or a file is created; at once if that
  // happened in another tab.
  useQuery({ ...devicesQuery, refetchInterval: polled(() => POLL_MS) });
  const { platform, hasApp } = detectDevice();
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col items-start gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="m-0 inline-flex items-center gap-2 rounded-full bg-warm px-3 py-1 text-small font-semibold text-safe">
            <Icon name="check" />
            {status}
          </p>
          <p className="m-0 text-small text-quiet">{terms}</p>
        </div>
        <Headline explanation={texts.explanation}>{texts.headline}</Headline>
      </div>
      <Card aside={<OtherDevices />}>
        <div className="flex flex-col gap-7">
          <div className="flex flex-col items-start gap-2">
            <p className="m-0 text-small text-quiet">
              {formatText(texts.thisDevice, { platform: platformNames[platform] })}
            </p>
            <GetCometButton />
          </div>
          <NumberedSteps
            steps={hasApp ? texts.appSteps : platform === 'linux' ? texts.linuxSteps : texts.fileSteps}
          />
          <WaitingLine label={texts.waiting} />
        </div>
      </Card>
    </div>
  );
}

/** Other devices than the one that displays the page. */
function OtherDevices() {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 className="m-0 text-body font-semibold">{texts.others}</h2>
        <p className="m-0 text-small text-quiet">{texts.othersExplanation}</p>
      </div>
      <ul className="m-0 flex list-none flex-col gap-4 p-0">
        <Other icon="smartphone">
          <Link to="/dash/download" className={linkActionClasses}>
            {texts.phone}
          </Link>
        </Other>
        <Other icon="router">
          <Link to="/dash/download" className={linkActionClasses}>
            {texts.router}
          </Link>
        </Other>
        <Other icon="tv">
          <a href={helpPath('tv')} target="_blank" rel="noopener" className={linkActionClasses}>
            {texts.tv}
          </a>
        </Other>
        {isAppPublished() && <WithApp />}
      </ul>
    </div>
  );
}

/** Other devices with our app. */
function WithApp() {
  return (
    <>
      <Other icon="key-round">
        <Link to="/dash/quick-login/" className={linkActionClasses}>
          {texts.enterCode}
        </Link>
      </Other>
      <Other icon="terminal">
        <span className="text-small text-quiet">
          {texts.terminal} <code className="font-mono text-ink">comet login</code>
        </span>
      </Other>
    </>
  );
}

function Other({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <Icon name={icon} size="medium" />
      {children}
    </li>
  );
}
