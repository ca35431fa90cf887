/** What is known of libraries that are not under test. */
package io.racedet.junit.libraries;
