//! The program itself, between a caller and a daemon that the test plays.

mod connect;
mod daemon;
mod fake_daemon;
mod lists;
mod programs;
mod settings;
mod sign_in;
mod status;
