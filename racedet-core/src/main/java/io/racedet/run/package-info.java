/** Runs engines and searches for proofs over one trace, and goes on without those that fail. */
package io.racedet.run;
