/**
 * The deadlocks of a test: proved from its recordings, and confirmed by driving threads into them.
 */
package io.racedet.junit.deadlocks;
