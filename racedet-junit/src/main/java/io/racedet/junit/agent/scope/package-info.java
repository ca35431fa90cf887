/** Which classes are woven and how deeply, and what could not be woven. */
package io.racedet.junit.agent.scope;
