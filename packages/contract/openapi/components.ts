import * as z from 'zod/mini';
import { coupon } from '../src/coupons/show-coupon.ts';
import { device } from '../src/devices/device.ts';
import { errorBody } from '../src/error-body.ts';
import { exit, exitCaps } from '../src/exits/exit.ts';
import * as fields from '../src/fields.ts';
import { openvpnOffer, openvpnOffers } from '../src/gateways/openvpn-offer.ts';
import { ownNetwork } from '../src/gateways/show-own-networks.ts';
import { location } from '../src/locations/list-locations.ts';
import { openvpnCredentials } from '../src/openvpn/credentials.ts';
import { openvpnProfile } from '../src/openvpn/profile.ts';
import { checkout, order, orderItem, orderLine } from '../src/orders/order.ts';
import { creationOptions, requestOptions } from '../src/passkeys/ceremony-options.ts';
import { assertion, newCredential } from '../src/passkeys/credential-fields.ts';
import { passkey } from '../src/passkeys/passkey.ts';
import { payment } from '../src/payments/list-payments.ts';
import { plan } from '../src/plans/list-plans.ts';
import { referral } from '../src/referrals/show-referral.ts';
import { automaticPurchase } from '../src/residential-data/balance.ts';
import { proxyHost } from '../src/residential-proxy/proxy-host.ts';
import { proxyUser } from '../src/residential-proxy/proxy-user.ts';
import { shownProxy } from '../src/residential-proxy/show-residential-proxy.ts';
import { service } from '../src/services/service.ts';
import { session } from '../src/sessions/list-sessions.ts';
import { confirmation } from '../src/social/fields.ts';
import { cityStatus, part } from '../src/status/show-status.ts';
import { incident } from '../src/status/status-history.ts';
import { subscription } from '../src/subscription/subscription.ts';
import { ticket } from '../src/support/ticket.ts';
import { wireguardConfig } from '../src/wireguard-configs/wireguard-config.ts';

/** `id` is the name below `components.schemas`. */
interface Named {
  readonly id: string;
  readonly description: string;
}

/** The named schemas of the OpenAPI document; others are inlined. A registry, so that endpoints contain none of it. */
export const components = () =>
  z
    .registry<Named>()
    .add(errorBody, {
      id: 'Error',
      description: 'The body of every failed answer. `code` is stable; `message` is for people.',
    })
    .add(fields.money, { id: 'Money', description: 'An amount in the minor unit of an ISO 4217 currency.' })
    .add(fields.platform, { id: 'Platform', description: 'The operating system of a device.' })
    .add(device, { id: 'Device', description: 'A machine that the app or `comet` is installed on.' })
    .add(session, { id: 'Session', description: 'A signed-in device, or a sign-in that is still unused.' })
    .add(passkey, { id: 'Passkey', description: 'A WebAuthn credential of the account.' })
    .add(creationOptions, { id: 'PasskeyCreationOptions', description: 'WebAuthn §5.1.9.' })
    .add(requestOptions, { id: 'PasskeyRequestOptions', description: 'WebAuthn §5.1.10.' })
    .add(newCredential, { id: 'PasskeyCredential', description: 'WebAuthn §5.2.1, base64url.' })
    .add(assertion, { id: 'PasskeyAssertion', description: 'WebAuthn §5.2.2, base64url.' })
    .add(confirmation, {
      id: 'SocialConfirmation',
      description: 'What is missing before a social sign-in is complete.',
    })
    .add(plan, {
      id: 'Plan',
      description: '`price` is for one period; `full_price` is the same months at the monthly price.',
    })
    .add(coupon, { id: 'Coupon', description: 'A reduction of the first payment: `percent` or `amount`.' })
    .add(order, { id: 'Order', description: 'A purchase, from its draft to its payment.' })
    .add(orderItem, { id: 'OrderItem', description: 'What is bought. Gigabytes have 10^9 bytes.' })
    .add(orderLine, { id: 'OrderLine', description: 'A line of the summary. Reductions are negative.' })
    .add(checkout, { id: 'Checkout', description: 'What a browser needs to open the provider’s checkout.' })
    .add(payment, { id: 'Payment', description: '`amount` includes tax; `given_back` was refunded.' })
    .add(subscription, {
      id: 'Subscription',
      description: '`active_until` is when access ends unless a renewal is paid.',
    })
    .add(referral, { id: 'Referral', description: 'The referral code and the days it has earned.' })
    .add(service, { id: 'DedicatedAddress', description: 'An IP address that only this account uses.' })
    .add(automaticPurchase, {
      id: 'AutomaticPurchase',
      description: 'Buys `gigabytes` when less than `below_gigabytes` are left; null to buy nothing.',
    })
    .add(shownProxy, { id: 'ResidentialProxy', description: 'Hosts, traffic and settings of the proxy.' })
    .add(proxyHost, { id: 'ProxyHost', description: 'A proxy in service and the countries of its exits.' })
    .add(proxyUser, { id: 'ProxyUser', description: 'User name and password of the residential proxy.' })
    .add(location, { id: 'Location', description: 'A city where traffic can leave.' })
    .add(wireguardConfig, {
      id: 'WireguardConfig',
      description: 'A downloaded configuration. The private key is not included.',
    })
    .add(openvpnCredentials, { id: 'OpenvpnCredentials', description: 'For OpenVPN clients of any kind.' })
    .add(openvpnProfile, { id: 'OpenvpnProfile', description: 'How to reach the servers of a gateway.' })
    .add(openvpnOffer, { id: 'OpenvpnOffer', description: 'A transport of OpenVPN and its port.' })
    .add(openvpnOffers, { id: 'OpenvpnOffers', description: 'The transports of a gateway, each once.' })
    .add(part, { id: 'StatusPart', description: 'The state of one part of the service.' })
    .add(cityStatus, { id: 'CityStatus', description: 'The state of one data center location.' })
    .add(incident, { id: 'Incident', description: 'A measured outage, or what an operator reported.' })
    .add(exit, { id: 'Exit', description: 'A residential line, as its owner sees it.' })
    .add(exitCaps, { id: 'ExitLimits', description: 'Limits of the owner; null for none. Days are in UTC.' })
    .add(ownNetwork, { id: 'OwnNetwork', description: 'A network of our machines, in CIDR notation.' })
    .add(ticket, { id: 'SupportTicket', description: 'A conversation with support.' });
