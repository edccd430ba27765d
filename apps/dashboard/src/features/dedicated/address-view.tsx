import {
  countryInSentence,
  countryName,
  dedicatedTexts as texts,
  navigationTexts,
  say,
  servicesTexts,
} from '@comet/texts';
import { Banner, buttonClasses, Headline, LinkAction, Row, Rows, Subhead } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { StoppedBanner } from '../balance/index.ts';
import { serviceState } from '../services/index.ts';
import { Breadcrumb } from '../shell/index.ts';
import { canExtend, endsSoon, type OwnAddress, placeOf } from './own-address.ts';
import { ProxyRows } from './proxy-rows.tsx';
import { VpnCommand } from './vpn-command.tsx';

export type AddressAction = 'note' | 'password' | 'swap';

interface AddressViewProps {
  readonly address: OwnAddress;
  readonly now: Date;
  readonly onAct: (action: AddressAction) => void;
}

/** One address: what it is and until when, how it is used, and the way to another. */
export function AddressView({ address: own, now, onAct }: AddressViewProps) {
  const { id, address, type, country, state, note, proxy, canSwap } = own;
  const isInUse = state === 'active' && address !== null && !own.stopped;
  const days = endsSoon(own, now);
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-8">
        <div className="flex flex-col gap-4">
          <Breadcrumb to="/dash/dedicated/" name={navigationTexts.dedicated} />
          <Headline>
            {address === null ? countryName(country) : <span className="font-mono">{address}</span>}
          </Headline>
        </div>
        {state === 'active' && own.stopped && <StoppedBanner />}
        {days !== null && (
          <Banner tone="warn" title={days <= 1 ? texts.endsTomorrow : say(texts.endsSoon, { count: days })}>
            {texts.endsSoonExplanation}
          </Banner>
        )}
        {isInUse && !own.online && (
          <Banner tone="warn" title={texts.offline}>
            {texts.offlineExplanation}
          </Banner>
        )}
        <Rows>
          <Row term={texts.state}>{serviceState(own)}</Row>
          <Row term={texts.country}>{placeOf(own)}</Row>
          <Row term={texts.kind}>{servicesTexts.types[type]}</Row>
          <Row
            term={texts.note}
            action={
              <LinkAction aria-label={texts.changeNote} onClick={() => onAct('note')}>
                {texts.change}
              </LinkAction>
            }
          >
            {note === '' ? <span className="text-quiet">{texts.noNote}</span> : note}
          </Row>
        </Rows>
        {canExtend(own, now) && (
          <Link
            to="/dash/dedicated/extend/$id"
            params={{ id }}
            className={`${buttonClasses('primary')} self-start`}
          >
            {texts.extend}
          </Link>
        )}
      </div>
      {isInUse && (
        <>
          <VpnCommand address={address} />
          <ProxyRows proxy={proxy} onNewPassword={() => onAct('password')} />
          <section className="flex flex-col items-start gap-4">
            <div className="flex flex-col gap-1.5">
              <Subhead>{texts.swap}</Subhead>
              <p className="m-0 max-w-[36rem] text-quiet">
                {canSwap
                  ? say(texts.swapExplanation, { country: countryInSentence(country) })
                  : texts.swapNotYet}
              </p>
            </div>
            {canSwap && <LinkAction onClick={() => onAct('swap')}>{texts.swapStart}</LinkAction>}
          </section>
        </>
      )}
    </div>
  );
}
