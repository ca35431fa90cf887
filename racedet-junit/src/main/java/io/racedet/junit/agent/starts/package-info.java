/** Which code may start threads, and the hook that tells when one is about to start. */
package io.racedet.junit.agent.starts;
