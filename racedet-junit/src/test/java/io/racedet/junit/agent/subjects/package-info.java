/** Small classes that tests weave, load into a loader of their own, and run. */
package io.racedet.junit.agent.subjects;
