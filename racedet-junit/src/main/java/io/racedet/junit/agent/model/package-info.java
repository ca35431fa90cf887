/**
 * What calls of the JDK mean for the order of events: reads the model, and weaves its lines into
 * the methods that they name. Internal.
 */
package io.racedet.junit.agent.model;
