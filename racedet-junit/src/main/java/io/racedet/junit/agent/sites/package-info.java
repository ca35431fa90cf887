/** The ids that woven code passes to the hooks, and what they stand for. */
package io.racedet.junit.agent.sites;
