//! Runs the program against a simulated daemon.

mod api;
mod connect;
mod daemon;
mod devices;
mod fake_daemon;
mod lists;
mod location_lists;
mod network_rules;
mod own_lists;
mod profiles;
mod programs;
mod report;
mod routes;
mod settings;
mod sign_in;
mod stats;
mod status;
