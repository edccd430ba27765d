//! What all lines share.

use crate::gates::Gates;
use crate::line::BUFFER;
use crate::news::News;
use crate::purses::Purses;

pub struct World {
    pub news: News,
    pub purses: Purses,
    pub gates: Gates,
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
            buffer,
        }
    }
}
