import { randomUUID } from 'node:crypto';
import { newProofKey } from '@comet/admission';
import { api, exitConsentVersion } from '@comet/contract';
import type { ExampleRequests, RefusalSubject } from '@comet/testing';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  newCertificateRequest,
  newWireguardKey,
} from '../fixture/api-fixture.ts';
import { makeExit } from '../gateways/exits-fixture.ts';
import { makePaidUser, type PaidUser } from '../payments/paid-user.ts';
import { anyCoupon, giveService } from '../residential/services-fixture.ts';
import { giveQuotaAccount } from '../residential/data-fixture.ts';
import { addPasskey } from '../sign-in/passkey-client.ts';
import { makeTwoFactorUser } from '../sign-in/two-factor-user.ts';

/** Two customers, a gateway and an exit of a running API, with a request that each endpoint accepts. */
export interface Subject extends RefusalSubject {
  readonly owner: PaidUser;
  readonly stranger: PaidUser;
}

/** Creates the subject. Both customers have confirmed addresses and subscriptions; the owner has one object of each kind with an id. */
export async function makeSubject(under: ApiUnderTest): Promise<Subject> {
  const [owner, stranger] = [await makePaidUser(under), await makePaidUser(under)];
  const gateway = await makeGateway(under);
  const exit = await makeExit(under);
  const added = await under.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } }, owner);
  const deviceId = (added.json as { device: { id: string } }).device.id;
  const wireguardConfigId = await addWireguardConfig(under, owner);
  const listed = await under.call(api.listSessions, {}, owner);
  const sessionId = (listed.json as { sessions: { id: string }[] }).sessions[0]?.id ?? '';
  const { id: passkeyId } = await addPasskey(under, owner);
  const someCredential = { credentialId: 'AA', clientDataJson: 'e30' };
  const now = under.clock.now();
  const connected = { provider: 'google', issuer: 'https://accounts.example', subject: owner.id } as const;
  const { id: identityId } = await under.dependencies.db
    .insertInto('identities')
    .values({ ...connected, userId: owner.id, email: owner.email, createdAt: now, lastUsedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const serviceId = await giveService(under, owner);
  await under.dependencies.db
    .insertInto('coupons')
    .values({ ...anyCoupon, code: 'TWENTY', percent: 20, createdAt: now })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
  const [owing, deleted] = [await makeOwing(under), await makeUser(under)];
  const deletedAt = under.clock.now();
  await under.dependencies.db.updateTable('users').set({ deletedAt }).where('id', '=', deleted.id).execute();
  const drafted = await under.call(api.draftPlanChange, { body: { planId: '24-months' } }, owner);
  const planChangeId = (drafted.json as { order: { id: string } }).order.id;
  const paid = await under.call(api.listPayments, {}, owner);
  const paymentId = (paid.json as { payments: { id: string }[] }).payments[0]?.id ?? '';
  const proxyUserId = await addProxyUser(under, owner);
  const quotaAccount = await giveQuotaAccount(under, owner, gateway);
  const certificateRequest = await newCertificateRequest();
  const attachmentId = await writeWithFile(under, owner);
  const someWords = {
    name: 'Ada',
    email: 'ada@example.com',
    topic: 'other',
    message: 'Hello',
    website: '',
  } as const;
  const unsolvedPuzzle = {
    challenge: {
      parameters: {
        algorithm: 'SHA-256',
        nonce: '0'.repeat(32),
        salt: '0'.repeat(32),
        cost: 1,
        keyLength: 32,
        keyPrefix: '0000',
        data: { issuedAt: 0 },
      },
      signature: '0'.repeat(64),
    },
    solution: { counter: 0, derivedKey: '0'.repeat(64) },
  };
  const credentials = { email: 'someone@example.com', password: 'correct horse battery' };
  const examples: ExampleRequests = {
    signUp: { body: credentials },
    logIn: { body: credentials },
    logOut: {},
    currentUser: {},
    exportData: { body: { password: 'correct horse battery staple' } },
    deleteAccount: { body: { password: 'correct horse battery staple' } },
    resendVerification: {},
    requestVerification: { body: { email: 'someone@example.com' } },
    requestEmailChange: { body: { email: 'elsewhere@example.com', currentPassword: 'a guess' } },
    confirmEmailChange: { query: { token: 'none' } },
    showPendingEmailChange: {},
    resendEmailChange: {},
    cancelEmailChange: {},
    confirmEmailChangeElsewhere: { body: { token: 'none', password: 'a guess' } },
    requestPasswordReset: { body: { email: 'someone@example.com' } },
    checkPasswordReset: { body: { token: 'none' } },
    confirmPasswordReset: { body: { token: 'none', password: 'correct horse battery' } },
    changePassword: { body: { currentPassword: 'a guess', password: 'correct horse battery' } },
    confirmEmail: { query: { token: 'none' } },
    confirmEmailElsewhere: { body: { token: 'none', password: 'a guess' } },
    disownAccount: { body: { token: 'none' } },
    listSessions: {},
    revokeSession: { params: { id: sessionId } },
    revokeOtherSessions: {},
    revokeAllSessions: {},
    createOneTimeToken: {},
    authenticateOneTimeToken: { body: { oneTimeToken: 'none' } },
    showTwoFactor: {},
    generateTwoFactor: {},
    enableTwoFactor: { body: { code: '123456' } },
    resendTwoFactor: {},
    confirmTwoFactor: { query: { token: 'none' } },
    verifyTwoFactor: { body: { remember: true, code: '123456' } },
    disableTwoFactor: { body: { recoveryCode: '4f7h2-k9m3x' } },
    regenerateRecoveryCodes: { body: { code: '123456' } },
    listPasskeys: {},
    beginPasskey: { body: { password: 'correct horse battery staple' } },
    addPasskey: { body: { credential: { ...someCredential, attestationObject: 'o2M', transports: [] } } },
    renamePasskey: { params: { id: passkeyId }, body: { name: 'Mine now' } },
    removePasskey: { params: { id: passkeyId }, body: { password: 'correct horse battery staple' } },
    beginPasskeySignIn: {},
    signInWithPasskey: {
      body: { credential: { ...someCredential, authenticatorData: 'AA', signature: 'AA' } },
    },
    showTwoFactorPasskey: {},
    beginTwoFactorPasskey: {},
    verifyTwoFactorPasskey: {
      body: { remember: true, credential: { ...someCredential, authenticatorData: 'AA', signature: 'AA' } },
    },
    listSocialNetworks: {},
    startSocialSignIn: { body: { provider: 'google', redirect: '/dash/home/' } },
    finishSocialSignIn: { query: { provider: 'google', state: 'none', code: 'none' } },
    relayAppleResponse: {},
    confirmSocialByPassword: { body: { token: 'none', password: 'correct horse' } },
    requestSocialMail: { body: { token: 'none', email: 'someone@example.com' } },
    confirmSocialByLink: { body: { token: 'none' } },
    listIdentities: {},
    startIdentityLink: { body: { provider: 'google' } },
    removeIdentity: { params: { id: identityId }, body: { password: 'correct horse battery staple' } },
    startDeviceAuthorization: { body: { deviceName: 'Laptop', platform: 'linux' } },
    pollDeviceAuthorization: { body: { deviceCode: 'none' } },
    showDeviceAuthorization: { params: { userCode: 'BCDF-GHJK' } },
    decideQuickLogin: { body: { userCode: 'BCDF-GHJK', approve: true } },
    listPlans: {},
    listPrices: {},
    showCoupon: { params: { code: 'TWENTY' } },
    listServices: {},
    showService: { params: { id: serviceId } },
    noteService: { params: { id: serviceId }, body: { note: 'Mine now' } },
    swapAddress: { params: { id: serviceId }, body: { reason: 'Blocked' } },
    rotateServicePassword: { params: { id: serviceId } },
    listStockRequests: {},
    addStockRequest: { body: { product: 'dedicated', country: 'nl' } },
    removeStockRequest: { params: { product: 'dedicated', country: 'nl' } },
    showResidentialData: {},
    changeResidentialDataSettings: { body: { whenEmpty: 'standard', automatic: null } },
    showResidentialDataUsage: { query: { days: '30' } },
    showResidentialProxy: {},
    changeResidentialProxySettings: { body: { automatic: null } },
    showResidentialProxyUsage: { query: { days: '30' } },
    listProxyUsers: {},
    addProxyUser: { body: { name: 'Crawler', limitBytes: null } },
    changeProxyUser: { params: { id: proxyUserId }, body: { name: 'Mine now' } },
    removeProxyUser: { params: { id: proxyUserId } },
    renewProxyPassword: { params: { id: proxyUserId } },
    createOrder: { body: { kind: 'subscription', planId: '12-months' } },
    payOrder: { params: { id: owner.orderId }, body: { method: 'card' } },
    showOrder: { params: { id: owner.orderId } },
    showSubscription: {},
    showReferral: {},
    claimReferral: { body: { code: 'K7QM-3XWP' } },
    cancelSubscription: { body: { reason: 'price' } },
    undoCancellation: {},
    draftPlanChange: { body: { planId: '24-months' } },
    confirmPlanChange: { params: { id: planChangeId } },
    requestRefund: {},
    listPayments: {},
    showInvoice: { params: { id: paymentId } },
    openPortal: {},
    callerAddress: {},
    listLocations: {},
    serverList: {},
    listDevices: {},
    addDevice: { body: { name: 'Phone', platform: 'android' } },
    renameDevice: { params: { id: deviceId }, body: { name: 'Mine now' } },
    removeDevice: { params: { id: deviceId } },
    listFavoriteLocations: {},
    markFavoriteLocation: { body: { location: 'nl-ams' } },
    unmarkFavoriteLocation: { params: { location: 'nl-ams' } },
    listWireguardConfigs: {},
    addWireguardConfig: { body: { name: 'Router', location: 'nl-ams', publicKey: newWireguardKey() } },
    renameWireguardConfig: { params: { id: wireguardConfigId }, body: { name: 'Mine now' } },
    removeWireguardConfig: { params: { id: wireguardConfigId } },
    showOpenvpnCredentials: {},
    rotateOpenvpnCredentials: { body: { username: 'somebody' } },
    showOpenvpnProfile: { params: { id: gateway.id } },
    chooseOpenvpnProfile: { query: { location: 'nl-ams', variant: 'udp' } },
    issueOpenvpnLogin: { params: { id: gateway.id }, body: { deviceId } },
    issueTicket: { body: { deviceId, gatewayId: gateway.id, publicKey: newWireguardKey(), standby: false } },
    showCoverage: {},
    showStatus: {},
    showStatusHistory: {},
    statusFeed: {},
    testExit: { body: { country: 'US', city: 'nyc' } },
    enrolExit: {
      body: {
        token: randomUUID(),
        wireguardPublicKey: newWireguardKey(),
        network: 'Somewhere Cable',
        consent: { version: exitConsentVersion, name: 'Ada' },
      },
    },
    renewExitCredential: { body: { proofKey: newProofKey().publicKey } },
    issueExitTicket: {},
    showExit: {},
    changeExit: { body: { paused: true } },
    withdrawExit: {},
    enrolGateway: {
      body: {
        token: randomUUID(),
        wireguardPublicKey: newWireguardKey(),
        wireguardPort: 51820,
        doorPort: 443,
        ipv4: '203.0.113.7',
        ipv6: null,
        certificateRequest,
      },
    },
    renewCertificate: { body: { certificateRequest } },
    showOwnNetworks: { query: {} },
    showPortForwarding: {},
    reportHealth: { body: { version: '1', peers: 1, loadPercent: 1 } },
    reserveQuota: { body: { purse: quotaAccount, request: randomUUID() } },
    reportUsage: { body: { slices: [{ slice: randomUUID(), usedBytes: 1, done: false }] } },
    followFeed: { query: { cursor: '0' } },
    issueFeedCredential: { body: { publicKey: `U${'A'.repeat(55)}` } },
    showContactPuzzle: {},
    sendContact: { body: { ...someWords, ...unsolvedPuzzle } },
    postContactForm: {},
    listSupportTickets: {},
    sendSupportMessage: { body: { text: 'It does not connect.', attachments: [] } },
    contactSales: { body: { name: 'Ada', company: '', seats: 20, message: 'What would it cost?' } },
    showSupportAttachment: { params: { id: attachmentId } },
    paddleWebhook: {},
    coingateCallback: {},
    listCryptoCurrencies: {},
    sendSupportReport: { body: { report: '== system.json\n{}\n' } },
  };
  const { baseUrl } = under;
  const ownersIds = [
    serviceId,
    owner.orderId,
    planChangeId,
    paymentId,
    deviceId,
    sessionId,
    passkeyId,
    identityId,
    wireguardConfigId,
    proxyUserId,
    attachmentId,
  ];
  return { baseUrl, owner, stranger, owing, deleted, gateway, exit, examples, ownersIds };
}

async function addWireguardConfig(under: ApiUnderTest, owner: PaidUser): Promise<string> {
  const body = { name: 'Router', location: 'nl-ams', publicKey: newWireguardKey() };
  const added = await under.call(api.addWireguardConfig, { body }, owner);
  return (added.json as { config: { id: string } }).config.id;
}

async function addProxyUser(under: ApiUnderTest, owner: PaidUser): Promise<string> {
  const body = { name: 'Crawler', limitBytes: null };
  const added = await under.call(api.addProxyUser, { body }, owner);
  return (added.json as { user: { id: string } }).user.id;
}

async function writeWithFile(under: ApiUnderTest, owner: PaidUser): Promise<string> {
  const content = Buffer.from('a log').toString('base64');
  const body = { text: 'See the log', attachments: [{ name: 'comet.log', content }] };
  const sent = await under.call(api.sendSupportMessage, { body }, owner);
  const { ticket } = sent.json as { ticket: { messages: { attachments: { id: string }[] }[] } };
  return ticket.messages[0]?.attachments[0]?.id ?? '';
}

/** A sign-in with the password of an account with two-factor on, without a code. */
async function makeOwing(under: ApiUnderTest) {
  const { email, password } = await makeTwoFactorUser(under);
  const deviceId = randomUUID();
  const response = await under.call(api.logIn, { body: { email, password } }, { deviceId });
  return { deviceId, token: (response.json as { access_token: string }).access_token };
}
