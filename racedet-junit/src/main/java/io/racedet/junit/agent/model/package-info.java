/**
 * The model of synchronisation in the JDK: reads it, and weaves its lines into the methods that
 * they name. Internal.
 */
package io.racedet.junit.agent.model;
