pub mod client_hello;
pub mod hello_reader;
pub mod ja4;
pub mod quic_initial;
