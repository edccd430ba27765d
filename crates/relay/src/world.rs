//! What all lines share.

use crate::flow::BUFFER;
use crate::gates::Gates;
use crate::news::News;
use crate::pipes::{MOST, Pipes};
use crate::purses::Purses;

pub struct World {
    pub news: News,
    pub purses: Purses,
    pub gates: Gates,
    pub pipes: Pipes,
    /// What is read is here until it is written, or kept by the flow that could not.
    pub buffer: Box<[u8]>,
}

impl World {
    pub fn new() -> Self {
        let buffer = vec![0; BUFFER].into_boxed_slice();
        World {
            news: News::default(),
            purses: Purses::default(),
            gates: Gates::default(),
            pipes: Pipes::at_most(MOST),
            buffer,
        }
    }
}
