import { addDevice } from './devices/add-device.ts';
import { listDevices } from './devices/list-devices.ts';
import { removeDevice } from './devices/remove-device.ts';
import { listFavoriteLocations } from './favorite-locations/list-favorite-locations.ts';
import { markFavoriteLocation } from './favorite-locations/mark-favorite-location.ts';
import { unmarkFavoriteLocation } from './favorite-locations/unmark-favorite-location.ts';
import { serverList } from './locations/server-list.ts';
import { createOneTimeToken } from './one-time-tokens/create-one-time-token.ts';
import { issueOpenvpnLogin } from './openvpn/issue-openvpn-login.ts';
import { showOpenvpnProfile } from './openvpn/show-openvpn-profile.ts';
import { listPlans } from './plans/list-plans.ts';
import { pollDeviceAuthorization } from './quick-login/poll-device-authorization.ts';
import { startDeviceAuthorization } from './quick-login/start-device-authorization.ts';
import { showReferral } from './referrals/show-referral.ts';
import { showResidentialData } from './residential-data/show-residential-data.ts';
import { addProxyUser } from './residential-proxy/add-proxy-user.ts';
import { listProxyUsers } from './residential-proxy/list-proxy-users.ts';
import { showResidentialProxy } from './residential-proxy/show-residential-proxy.ts';
import { listServices } from './services/list-services.ts';
import { showSubscription } from './subscription/show-subscription.ts';
import { issueTicket } from './tickets/issue-ticket.ts';
import { reportLimits, sendSupportReport } from './support/send-support-report.ts';
import { verifyTwoFactor } from './two-factor/verify-two-factor.ts';
import { currentUser } from './users/current-user.ts';
import { logIn } from './users/log-in.ts';
import { logOut } from './users/log-out.ts';

/** Only the daemon's calls: the schemas of all others would take a third of its start. */
export const daemonApi = {
  addDevice,
  addProxyUser,
  createOneTimeToken,
  currentUser,
  issueOpenvpnLogin,
  issueTicket,
  listDevices,
  listFavoriteLocations,
  listPlans,
  listProxyUsers,
  listServices,
  logIn,
  logOut,
  markFavoriteLocation,
  pollDeviceAuthorization,
  removeDevice,
  serverList,
  showOpenvpnProfile,
  showReferral,
  showResidentialData,
  showResidentialProxy,
  showSubscription,
  startDeviceAuthorization,
  unmarkFavoriteLocation,
  verifyTwoFactor,
  sendSupportReport,
} as const;

export { reportLimits };
