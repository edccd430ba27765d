//! A random forest, as in k-fingerprinting, and its accuracy by cross-validation.

use std::error::Error;
use std::thread;

use serde::Serialize;
use smartcore::ensemble::random_forest_classifier::{
    RandomForestClassifier, RandomForestClassifierParameters,
};
use smartcore::linalg::basic::matrix::DenseMatrix;

/// Visits: the features of each, and its page.
pub struct Samples {
    pub features: Vec<Vec<f64>>,
    pub pages: Vec<u32>,
}

#[derive(Clone, Copy)]
pub struct Forest {
    pub folds: usize,
    pub trees: u16,
    pub seed: u64,
}

/// The share of visits whose page is recognised, of the folds.
#[derive(Debug, Serialize)]
pub struct Accuracy {
    pub mean: f64,
    /// Standard deviation of the folds.
    pub deviation: f64,
}

/// Trains on all folds but one and tests on that one, in turn. Each fold has about the same number of visits of each page.
pub fn cross_validate(samples: &Samples, forest: Forest) -> Result<Accuracy, Box<dyn Error + Send + Sync>> {
    let folds = fold_of_each(&samples.pages, forest.folds);
    let accuracies = thread::scope(|scope| {
        let tests: Vec<_> = (0..forest.folds)
            .map(|fold| {
                let folds = &folds;
                scope.spawn(move || accuracy_of_fold(samples, folds, fold, forest))
            })
            .collect();
        tests
            .into_iter()
            .map(|test| test.join().expect("a fold panicked"))
            .collect::<Result<Vec<f64>, _>>()
    })?;
    let count = accuracies.len() as f64;
    let mean = accuracies.iter().sum::<f64>() / count;
    let variance = accuracies
        .iter()
        .map(|accuracy| (accuracy - mean).powi(2))
        .sum::<f64>()
        / count;
    Ok(Accuracy {
        mean,
        deviation: variance.sqrt(),
    })
}

/// The visits of each page take the folds in turn.
fn fold_of_each(pages: &[u32], folds: usize) -> Vec<usize> {
    pages
        .iter()
        .enumerate()
        .map(|(index, page)| pages[..index].iter().filter(|other| *other == page).count() % folds)
        .collect()
}

fn accuracy_of_fold(
    samples: &Samples,
    folds: &[usize],
    fold: usize,
    forest: Forest,
) -> Result<f64, Box<dyn Error + Send + Sync>> {
    let chosen = |is_test: bool| {
        let rows = (0..folds.len()).filter(move |&row| (folds[row] == fold) == is_test);
        let (features, pages): (Vec<Vec<f64>>, Vec<u32>) = rows
            .map(|row| (samples.features[row].clone(), samples.pages[row]))
            .unzip();
        DenseMatrix::from_2d_vec(&features).map(|matrix| (matrix, pages))
    };
    let (known, known_pages) = chosen(false)?;
    let (unknown, unknown_pages) = chosen(true)?;
    let parameters = RandomForestClassifierParameters::default()
        .with_n_trees(forest.trees)
        .with_seed(forest.seed + fold as u64);
    let guesses = RandomForestClassifier::fit(&known, &known_pages, parameters)?.predict(&unknown)?;
    let right = guesses
        .iter()
        .zip(&unknown_pages)
        .filter(|(guess, page)| guess == page)
        .count();
    Ok(right as f64 / unknown_pages.len() as f64)
}

/// Shuffles the pages (Fisher and Yates, with SplitMix64): a classifier then can only guess.
pub fn shuffled(pages: &[u32], seed: u64) -> Vec<u32> {
    let mut shuffled = pages.to_vec();
    let mut state = seed;
    for last in (1..shuffled.len()).rev() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        shuffled.swap(last, ((bits ^ (bits >> 31)) % (last as u64 + 1)) as usize);
    }
    shuffled
}

#[cfg(test)]
#[path = "tests/forest.rs"]
mod tests;
