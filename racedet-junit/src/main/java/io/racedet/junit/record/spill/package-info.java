/**
 * The records of a long recording, in their order, in a file that is deleted after the analysis.
 */
package io.racedet.junit.record.spill;
