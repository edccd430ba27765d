/// Returns mean, standard deviation, minimum, maximum and median; zeros without values.
pub fn summary(values: &[f64]) -> [f64; 5] {
    [
        mean(values),
        deviation(values),
        quantile(values, 0.0),
        quantile(values, 1.0),
        quantile(values, 0.5),
    ]
}

pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation of the whole population.
pub fn deviation(values: &[f64]) -> f64 {
    let mean_of_all = mean(values);
    let squares: Vec<f64> = values.iter().map(|value| (value - mean_of_all).powi(2)).collect();
    mean(&squares).sqrt()
}

/// Returns the value at `share` (0 to 1) of the sorted values: the nearest rank.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let index = (share * sorted.len().saturating_sub(1) as f64).round() as usize;
    sorted.get(index).copied().unwrap_or(0.0)
}

/// Divides the values into `parts` of almost equal size, and returns their means: a fixed number of features of any number of values.
pub fn resample(values: &[f64], parts: usize) -> Vec<f64> {
    let bound = |part: usize| part * values.len() / parts;
    (0..parts)
        .map(|part| mean(&values[bound(part)..bound(part + 1)]))
        .collect()
}
