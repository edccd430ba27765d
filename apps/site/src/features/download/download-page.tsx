import { siteDownloadTexts as texts, formatText } from '@comet/texts/site';
import { buttonClasses, Icon, type IconName } from '@comet/ui';
import type { ReactNode } from 'react';
import { dashboard } from '../../platform/addresses.ts';
import { AppPicture } from '../app-pictures/index.ts';
import { actionClasses, cardClasses, NumberedSteps, PageHead, PageSection } from '../frame/index.ts';
import type { PackageFile } from './packages.ts';

interface Offered {
  /** Each is offered as a button. Without any, Linux also connects with a config. */
  readonly packages: readonly PackageFile[];
}

/** The app with its three steps, then a card with three steps for each other platform. */
export function DownloadPage({ packages }: Offered) {
  const { steps, elsewhere } = texts;
  const hasApp = packages.length > 0;
  return (
    <>
      <PageHead explanation={hasApp ? texts.explanation : texts.withoutApp.explanation}>
        {texts.headline}
      </PageHead>
      {hasApp ? <LinuxApp packages={packages} /> : <LinuxConfig />}
      {hasApp && (
        <PageSection heading={steps.heading}>
          <NumberedSteps steps={[steps.install, steps.signIn, steps.connect]} columns />
        </PageSection>
      )}
      <PageSection heading={elsewhere.heading} explanation={elsewhere.explanation}>
        <ul className="m-0 grid list-none gap-4 p-0 sm:grid-cols-2 lg:grid-cols-3">
          {platforms.map((platform) => (
            <PlatformCard key={platform.id} {...platform} />
          ))}
        </ul>
      </PageSection>
    </>
  );
}

function LinuxApp({ packages }: Offered) {
  const { app } = texts;
  return (
    <LinuxCard
      {...app}
      beside={<AppPicture of="connectedBroad" onPhone="connectedNarrow" label={app.pictureLabel} />}
    >
      <Packages packages={packages} />
    </LinuxCard>
  );
}

/** How a Linux computer connects while no package of the app is published. */
function LinuxConfig() {
  const { linux } = texts;
  return (
    <LinuxCard {...linux} beside={<NumberedSteps steps={linux.steps} />}>
      <ConfigButton action="wireguard" platform={linux.name} isPrimary />
    </LinuxCard>
  );
}

interface LinuxCardProps {
  readonly name: string;
  readonly systems: string;
  readonly explanation: string;
  readonly children: ReactNode;
  /** The right half; below the left one on phones. */
  readonly beside: ReactNode;
}

function LinuxCard({ name, systems, explanation, children, beside }: LinuxCardProps) {
  return (
    <section
      id="linux"
      className={`${cardClasses} mt-10 grid overflow-hidden lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]`}
    >
      <div className="flex flex-col items-start justify-center gap-4 p-6 sm:p-10">
        <Icon name="mark-ubuntu" size="large" />
        <div>
          <h2 className="m-0 text-title">{name}</h2>
          <p className="m-0 mt-1 text-small text-quiet">{systems}</p>
        </div>
        <p className="m-0 text-quiet">{explanation}</p>
        {children}
      </div>
      <div className="flex items-center border-line bg-warm p-6 max-lg:border-t sm:p-10 lg:border-l">
        {beside}
      </div>
    </section>
  );
}

function Packages({ packages }: Offered) {
  const { app } = texts;
  return (
    <>
      {packages.map(({ name, bytes }, index) => (
        <div key={name}>
          <a
            href={`/download/${name}`}
            className={buttonClasses(index === 0 ? 'primary' : 'secondary')}
            aria-label={formatText(app.downloadOf, { file: name })}
          >
            <Icon name="download" size="medium" />
            {app.download}
          </a>
          <p className="m-0 mt-2 text-small wrap-anywhere text-quiet">
            {formatText(app.details, { file: name, size: (bytes / 1_000_000).toFixed(1) })}
          </p>
        </div>
      ))}
      <a href="/download/comet.sha256" className={`${actionClasses} text-small`}>
        {app.checksums}
      </a>
    </>
  );
}

type Action = 'wireguard' | 'openvpn' | 'qr';

interface Platform {
  /** The card's ID, which the home page links to. */
  readonly id: Exclude<keyof typeof texts.elsewhere, 'heading' | 'explanation' | 'buttonOf' | Action>;
  readonly icon: IconName;
  readonly action: Action;
}

const platforms: readonly Platform[] = [
  { id: 'ios', icon: 'mark-apple', action: 'qr' },
  { id: 'android', icon: 'mark-android', action: 'qr' },
  { id: 'windows', icon: 'mark-windows', action: 'wireguard' },
  { id: 'macos', icon: 'laptop', action: 'wireguard' },
  { id: 'router', icon: 'router', action: 'wireguard' },
  { id: 'server', icon: 'terminal', action: 'openvpn' },
];

function PlatformCard({ id, icon, action }: Platform) {
  const { elsewhere } = texts;
  const { name, method, steps } = elsewhere[id];
  return (
    <li id={id} className={`${cardClasses} flex flex-col p-6`}>
      <div className="flex items-center gap-3">
        <Icon name={icon} size="large" />
        <div className="min-w-0">
          <h3 className="m-0 text-lead leading-tight">{name}</h3>
          <p className="m-0 text-small text-quiet">{method}</p>
        </div>
      </div>
      <ol className="m-0 mt-4 mb-6 flex list-decimal flex-col gap-1.5 pl-5 marker:font-semibold marker:text-comet">
        {steps.map((step) => (
          <li key={step} className="pl-1">
            {step}
          </li>
        ))}
      </ol>
      <div className="mt-auto flex flex-col">
        <ConfigButton action={action} platform={name} />
      </div>
    </li>
  );
}

interface ConfigButtonProps {
  readonly action: Action;
  readonly platform: string;
  readonly isPrimary?: boolean;
}

/** Links to the dashboard’s page for a new config. */
function ConfigButton({ action, platform, isPrimary = false }: ConfigButtonProps) {
  const { elsewhere } = texts;
  return (
    <a
      href={dashboard.config(action === 'openvpn' ? 'openvpn' : 'wireguard')}
      aria-label={formatText(elsewhere.buttonOf, { action: elsewhere[action], platform })}
      className={buttonClasses(isPrimary ? 'primary' : 'secondary', !isPrimary)}
    >
      <Icon name={action === 'qr' ? 'qr-code' : 'file-down'} size="medium" />
      {elsewhere[action]}
    </a>
  );
}
