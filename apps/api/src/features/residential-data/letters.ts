import type { DataProduct } from '../../platform/database/schema.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { NoticeStep } from './notice-due.ts';

const words: Readonly<
  Record<DataProduct, { readonly name: string; readonly page: string; readonly atZero: string }>
> = {
  residential_vpn: {
    name: 'residential data',
    page: 'residential-vpn',
    atZero:
      'Sessions through residential locations then do what you chose: they are blocked, or go on through a standard location.',
  },
  residential_proxy: {
    name: 'residential proxy traffic',
    page: 'residential-proxy',
    atZero: 'Connections through the proxy are then closed, and new ones refused.',
  },
};

/** Most of what somebody had bought is used, or all of it. */
export function dataLetter(given: {
  readonly product: DataProduct;
  readonly step: NoticeStep;
  readonly availableBytes: number;
  readonly dashboardUrl: string;
}): Letter {
  const { name, page, atZero } = words[given.product];
  const left = gigabytesText(given.availableBytes);
  const isOver = given.step === 100;
  return {
    subject: isOver ? `Your ${name} is used up` : `${given.step}% of your ${name} is used`,
    preview: isOver ? 'Buy more to go on.' : `${left} are left.`,
    heading: isOver ? `Your ${name} is used up` : `${left} of your ${name} are left`,
    paragraphs: [
      isOver
        ? 'Everything that you had bought is used.'
        : `You have used ${given.step}% of what you had after your last purchase.`,
      isOver ? atZero : `When nothing is left: ${atZero.charAt(0).toLowerCase()}${atZero.slice(1)}`,
    ],
    action: { label: 'Buy more', url: `${given.dashboardUrl}/dash/${page}/` },
    footnote: 'You get this mail at 80, 95 and 100% of what you have bought, once each.',
  };
}

/** Bytes in GB of 10^9, rounded down so that nobody is promised more than there is: `1.25 GB`. */
function gigabytesText(bytes: number): string {
  return `${(Math.floor(bytes / 10_000_000) / 100).toFixed(2)} GB`;
}
