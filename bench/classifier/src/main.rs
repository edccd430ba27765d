//! `classifier` reads one line of JSON (`config.rs`) from standard input: captures of an encrypted flow, and the times of visits to pages.
//! It prints as JSON how often a random forest recognises the page of a visit, and the bytes of visits.
#![forbid(unsafe_code)]

mod config;
mod constant_rate;
mod features;
mod forest;
mod trace;

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead};
use std::process::ExitCode;

use serde::Serialize;

use crate::config::{Config, Visit};
use crate::constant_rate::at_constant_rate;
use crate::features::features_of;
use crate::forest::{Accuracy, Forest, Samples, cross_validate, shuffled};
use crate::trace::{Trace, read_capture, traces_of};

#[derive(Serialize)]
struct Report {
    recorded: Outcome,
    constant_rate: Option<Outcome>,
}

#[derive(Serialize)]
struct Outcome {
    accuracy: Accuracy,
    /// The control: with the pages of the visits shuffled.
    shuffled: Accuracy,
    /// Mean bytes of UDP payload of a visit, and packets.
    bytes: f64,
    packets: f64,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("classifier: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let config: Config = serde_json::from_str(&line)?;
    let (traces, pages) = read_visits(&config).map_err(|error| error.to_string())?;
    let constant_rate = config
        .constant_rate
        .map(|rate| {
            let padded: Vec<Trace> = traces
                .iter()
                .map(|trace| at_constant_rate(trace, rate, config.window))
                .collect();
            outcome_of(&padded, &pages, &config)
        })
        .transpose()?;
    let report = Report {
        recorded: outcome_of(&traces, &pages, &config)?,
        constant_rate,
    };
    println!("{}", serde_json::to_string(&report)?);
    Ok(())
}

/// Returns the traces of all captures in the order of their visits' times, and their pages.
fn read_visits(config: &Config) -> Result<(Vec<Trace>, Vec<u32>), Box<dyn Error>> {
    let mut visits: Vec<(Visit, Trace)> = Vec::new();
    for capture in &config.captures {
        let packets = read_capture(File::open(&capture.file)?, config.client)?;
        let traces = traces_of(&packets, &capture.visits, config.window);
        visits.extend(capture.visits.iter().copied().zip(traces));
    }
    visits.sort_by(|(one, _), (other, _)| one.start.total_cmp(&other.start));
    if let Some((visit, _)) = visits.iter().find(|(_, trace)| trace.is_empty()) {
        return Err(format!("a visit to page {} has no packets", visit.page).into());
    }
    Ok(visits
        .into_iter()
        .map(|(visit, trace)| (trace, visit.page))
        .unzip())
}

fn outcome_of(
    traces: &[Trace],
    pages: &[u32],
    config: &Config,
) -> Result<Outcome, Box<dyn Error + Send + Sync>> {
    let forest = Forest {
        folds: config.folds,
        trees: config.trees,
        seed: config.seed,
    };
    let mut samples = Samples {
        features: traces.iter().map(|trace| features_of(trace)).collect(),
        pages: pages.to_vec(),
    };
    let accuracy = cross_validate(&samples, forest)?;
    samples.pages = shuffled(pages, config.seed);
    let visits = traces.len() as f64;
    let packets = traces.iter().map(Vec::len).sum::<usize>() as f64;
    let bytes: f64 = traces
        .iter()
        .flatten()
        .map(|packet| f64::from(packet.length))
        .sum();
    Ok(Outcome {
        accuracy,
        shuffled: cross_validate(&samples, forest)?,
        bytes: bytes / visits,
        packets: packets / visits,
    })
}
