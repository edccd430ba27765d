export { incidentFeedPath } from './incident-list.tsx';
export { Light, StateText } from './state.tsx';
export { BuiltAt, LocationsUp, StatusBoard } from './status-board.tsx';
