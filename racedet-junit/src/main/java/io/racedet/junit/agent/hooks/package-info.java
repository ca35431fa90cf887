/** The methods of the runtime that woven code calls, as data for all that emit such calls. */
package io.racedet.junit.agent.hooks;
