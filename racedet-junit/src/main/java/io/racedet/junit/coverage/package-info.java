/** Which interleavings the repetitions of a test have shown, and which schedule is to be next. */
package io.racedet.junit.coverage;
